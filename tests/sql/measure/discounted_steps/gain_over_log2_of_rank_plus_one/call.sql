select
    measure.discounted_steps([{'rank': 1, 'gain': 3.0e0}, {'rank': 3, 'gain': 1.0e0}]) as value,
    measure.discounted_steps([]::struct(rank bigint, gain double)[]) as of_none;
