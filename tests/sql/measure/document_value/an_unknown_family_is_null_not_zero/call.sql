select
    measure.document_value('nDGC', null, null, null, list) as value
from (select measure.document_list([{'rank': 1, 'grade': 2}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': -1}, {'rank': 5, 'grade': 1}], [2, 0, -1, 1, 3, 0], 9, 1, map {}::map(integer, double)) as list);
