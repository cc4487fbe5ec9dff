-- measure.document_value
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  queries over lists of documents
-- Source:  the macros that it calls
create or replace macro measure.document_value(
    family, cutoff, rel, parameters, hits, pool, ranks, num_retrieved, num_relevant
) as
    case family
        when 'NumQ'
            then 1.0e0
        when 'NumRet'
            then
                case
                    when rel is null then num_retrieved
                    else len(ranks)
                end::double
        when 'NumRel'
            then num_relevant::double
        when 'NumRelRet'
            then len(ranks)::double
        when 'NumNonrelJudgedRet'
            then len(measure.nonrelevant_ranks(hits, rel))::double
        when 'AP'
            then measure.average_precision_at(ranks, cutoff, num_relevant)
        when 'GMAP'
            then measure.average_precision_at(ranks, null, num_relevant)
        when 'APCap'
            then measure.capped_average_precision_at(ranks, cutoff, num_relevant)
        when 'Rprec'
            then measure.recall_at(ranks, num_relevant, num_relevant)
        when 'RprecMult'
            then measure.multiple_precision(ranks, cutoff, num_relevant)
        when 'Bpref'
            then
                measure.binary_preference(
                    ranks,
                    measure.nonrelevant_ranks(hits, rel),
                    num_relevant,
                    measure.num_graded(pool, 0, rel)
                )
        when 'GMBpref'
            then
                measure.binary_preference(
                    ranks,
                    measure.nonrelevant_ranks(hits, rel),
                    num_relevant,
                    measure.num_graded(pool, 0, rel)
                )
        when 'RR'
            then measure.reciprocal_rank_at(ranks, cutoff)
        when 'IPrec'
            then measure.interpolated_precision(ranks, cutoff, num_relevant)
        when 'IPrecAvg'
            then measure.interpolated_average(ranks, parameters.shares, num_relevant)
        when 'P'
            then measure.precision_at(ranks, cutoff)
        when 'R'
            then measure.recall_at(ranks, cutoff, num_relevant)
        when 'RCap'
            then measure.capped_recall_at(ranks, cutoff, num_relevant)
        when 'infAP'
            then measure.inferred_average_precision(hits, rel, num_relevant)
        when 'Utility'
            then measure.utility(ranks, num_retrieved, num_relevant, parameters.worths)
        when 'BinG'
            then measure.binary_lag_gain(ranks, num_relevant)
        when 'G'
            then measure.graded_lag_gain(hits, pool)
        when 'nDCG'
            then measure.graded_ndcg_at(hits, pool, cutoff, parameters.dcg, parameters.gains)
        when 'nDCGRel'
            then measure.ndcg_at_relevant(hits, pool)
        when 'RnDCG'
            then measure.ndcg_at_grade_counts(hits, pool, rel, num_retrieved)
        when 'NCG'
            then measure.graded_ncg_at(hits, pool, cutoff, parameters.gains)
        when 'Success'
            then measure.success_at(ranks, cutoff)
        when 'SetP'
            then
                measure.recall_at(
                    ranks,
                    num_retrieved,
                    case
                        when parameters.relative then least(num_retrieved, num_relevant)
                        else num_retrieved
                    end
                )
        when 'SetR'
            then measure.recall_at(ranks, num_retrieved, num_relevant)
        when 'SetAP'
            then
                measure.recall_at(ranks, num_retrieved, num_retrieved)
                * measure.recall_at(ranks, num_retrieved, num_relevant)
        when 'SetF'
            then measure.set_f(len(ranks), num_retrieved, num_relevant, parameters.beta)
        when 'RBP'
            then measure.rank_biased_precision_at(ranks, cutoff, parameters.p)
        when 'RBPResidual'
            then measure.rank_biased_residual(hits, parameters.p)
        when 'Unj'
            then measure.unjudged_at(hits, num_retrieved, cutoff)
        when 'Judged'
            then measure.judged_at(hits, num_retrieved, cutoff)
        when 'ERR'
            then measure.expected_reciprocal_rank_at(hits, cutoff, parameters.max_rel)
        when 'Compat'
            then
                measure.compatibility(
                    hits, num_retrieved, pool, parameters.p, parameters.normalize
                )
    end;

comment on macro measure.document_value is 'Value of one measure for one ranked list of documents: hits are its graded hits (rank and grade, in rank order), num_retrieved its length, pool the grades of all judged documents in descending order, ranks the ranks of the relevant hits and num_relevant the number of relevant documents; cutoff is a number of hits or a share, rel the least grade that is relevant, parameters a struct of the others (p, beta, max_rel, dcg, gains, shares, worths, relative, normalize). NULL for a family that does not exist.';
