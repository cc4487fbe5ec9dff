select
    measure.chunking_value('PrecisionOmega', 90, 500, 100, 1, 2) as omega,
    measure.chunking_value('CharCeiling', 90, 500, 100, 1, 2) as ceiling,
    measure.chunking_value('Whole', 90, 500, 100, 1, 2) as whole,
    measure.chunking_value('Success', 90, 500, 100, 1, 2) as other;
