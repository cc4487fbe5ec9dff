select
    measure.character_value('CharRecall', 2, held, lengths, 40) as recall,
    measure.character_value('CharPrecision', 2, held, lengths, 40) as precision,
    measure.character_value('CharIoU', 2, held, lengths, 40) as iou,
    measure.character_value('Success', 2, held, lengths, 40) as other
from (
    select
        [{'rank': 2, 'num_chars': 20}, {'rank': 3, 'num_chars': 20}] as held,
        [200, 200, 200] as lengths
) as given;
