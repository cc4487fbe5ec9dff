select doc, chunk_index, term, inverse_document_frequency, weight
from bm25.contribution('c1', 'k1', 'word', 1.5, 0.75);
