/** The members that a release reached, and those of them in whose windows it failed. */
export interface Arm {
  members: number;
  failed: number;
}

/** Fewer failures may come from the members' side: an old browser, a bad connection. */
const minFailed = 3;
/** A rarer fault is for the team to weigh: the share of members by which the new release is worse. */
const minDifference = 0.01;
/** Of the normal distribution: the true rate is above the bound in 99 of 100 cases. The figures are looked at after every failure. */
const z = 2.33;

/**
 * Whether a release fails clearly more often than the one before: at least three members, with 99 % confidence a higher rate, and by at
 * least one member in a hundred.
 */
export function failsClearlyMore(next: Arm, before: Arm): boolean {
  const rate = rateOf(before);
  return next.failed >= minFailed && rateOf(next) - rate >= minDifference && lowerBound(next) > rate;
}

const rateOf = ({ members, failed }: Arm) => (members === 0 ? 0 : failed / members);

/** Wilson's lower bound of the rate. */
function lowerBound({ members, failed }: Arm): number {
  const rate = failed / members;
  const spread = z * Math.sqrt((rate * (1 - rate)) / members + z ** 2 / (4 * members ** 2));
  return (rate + z ** 2 / (2 * members) - spread) / (1 + z ** 2 / members);
}
