select
    measure.score_value('AbstentionAUC', 2, 1, 4) as auc,
    measure.score_value('Success', 2, 1, 4) as other;
