import type { DeploymentProblem } from '../deployment-problem.js';

/** The problems of a community's present files, without the name of the community that has one of its hosts. */
export function refusedPlaces(problems: readonly DeploymentProblem[], community: string) {
  return problems
    .filter((problem) => problem.community === community)
    .map(({ path, hint }) => ({
      path,
      hint: path === 'hosts' ? hint.replace(/ leads to '.*'$/, ' leads to another community') : hint,
    }));
}
