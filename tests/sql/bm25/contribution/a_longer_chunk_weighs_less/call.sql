select doc, weight
from bm25.contribution('c1', 'k1', 'word', 1, 1)
where term = 'queue'
order by doc;
