/** Something that cannot be read as it is. */
export class PartProblem extends Error {
  /** @override */
  name = 'PartProblem';

  /** @param {import('@paddock/contract/calls/event-sources').CalendarPartProblem} problem */
  constructor(problem) {
    super(problem);
    this.problem = problem;
  }
}

export const ruleProblem = () => new PartProblem('rule');
