select doc, chunk_index, content_hash, term, inverse_document_frequency, weight, contribution
from bm25.contribution('c1', 'k1', 'word', 1.5, 0.75)
order by doc, term;
