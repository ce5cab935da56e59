/**
 * A request before it becomes HTTP: the member who sends it, and the call's input.
 * @typedef {{ by: Member, input: Record<string, any> }} Sent
 * @typedef {{ token: string, id: string, username: string }} Member
 * @typedef {import('./large-paddock.mjs').LargePaddock} Paddock
 * @typedef {(paddock: Paddock, count: number) => Sent[] | Promise<Sent[]>} Case makes the requests of one measurement
 * @typedef {Record<string, Case | Record<string, Case>>} Cases by call; several cases of one call by what they ask for
 */

const parallel = 10;
let made = 0;

/**
 * The same request by each member in turn, for reads.
 * @param {(paddock: Paddock, index: number, by: Member) => Record<string, any>} input
 * @returns {Case}
 */
export const byAll =
  (input = () => ({})) =>
  (paddock) =>
    paddock.members.map((by, index) => ({ by, input: input(paddock, index, by) }));

/**
 * Requests that differ from all earlier ones, for writes. `make` gets a new number each time, and may create what the request needs.
 * @param {(paddock: Paddock, number: number, by: Member) => Sent | Record<string, any> | Promise<Sent | Record<string, any>>} make
 * returns the input, or with `by` another member than the one of the number
 * @returns {Case}
 */
export const fresh = (make) => async (paddock, count) => {
  /** @type {Sent[]} */
  const sent = [];
  for (let from = 0; from < count; from += parallel)
    sent.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(parallel, count - from) }, async () => {
          const number = made++;
          const by = paddock.memberAt(number);
          const result = await make(paddock, number, by);
          return 'by' in result ? /** @type {Sent} */ (result) : { by, input: result };
        }),
      )),
    );
  return sent;
};

/** The element at an index that wraps around. @template T @param {readonly T[]} list @param {number} index @returns {T} */
export const at = (list, index) => /** @type {T} */ (list[index % list.length]);
