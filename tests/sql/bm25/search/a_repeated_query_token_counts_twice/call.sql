from bm25.search('c1', 'k1', 'word', 1.5, 0.75, ['queue', 'retry', 'queue', 'unheard']);
