/** @typedef {import('./call-shapes.mjs').Shape} Shape */
/** @typedef {import('./call-shapes.mjs').ContractShape} ContractShape */

/**
 * Why clients that were built for the stored contract fail with the present one, although its major version is the same: calls that are
 * gone or elsewhere, inputs that no longer accept what was accepted, replies and events that no longer have what they had. Changed limits
 * of lengths and numbers, and new values in a reply or event, are compatible.
 * @param {ContractShape} stored
 * @param {ContractShape} present
 * @returns {string[]} one line for each change
 */
export function incompatibleChanges(stored, present) {
  if (major(stored.version) !== major(present.version)) return [];
  const events = Object.entries(stored.events).flatMap(([name, before]) => {
    const after = present.events[name];
    return after
      ? misfits(after, before, { at: `event ${name}`, isReply: true })
      : [`event ${name}: the event is gone`];
  });
  const calls = Object.entries(stored.calls).flatMap(([name, before]) => {
    const after = present.calls[name];
    if (!after) return [`${name}: the call is gone`];
    const address = (call) => `${call.method} ${call.path.replaceAll(/\{\w+\}/g, '{}')}`;
    if (address(before) !== address(after)) return [`${name}: ${address(before)} is now ${address(after)}`];
    return [
      ...misfits(before.input, after.input, { at: `${name}: input`, isReply: false }),
      ...misfits(after.reply, before.reply, { at: `${name}: reply`, isReply: true }),
    ];
  });
  return [...calls, ...events];
}

/** @param {string} version */
const major = (version) => version.split('.')[0];

/**
 * Where a value of `from` does not fit `to`. For an input, `to` is the present shape; for a reply, the stored one.
 * @param {Shape} from
 * @param {Shape} to
 * @param {{ at: string, isReply: boolean }} place
 * @returns {string[]}
 */
function misfits(from, to, place) {
  if (to === 'any') return [];
  const alternatives = kind(from) === '|' ? from['|'] : undefined;
  if (alternatives) return [...new Set(alternatives.flatMap((one) => misfits(one, to, place)))];
  if (kind(to) === '|') {
    const faults = to['|'].map((one) => misfits(from, one, place));
    return faults.some((list) => list.length === 0) ? [] : faults.sort((a, b) => a.length - b.length)[0];
  }
  if (kind(from) === '=') return valueMisfits(from['='], to, place);
  if (typeof from === 'string')
    return from === to || (from === 'integer' && to === 'number') ? [] : [changed(from, to, place)];
  if (kind(from) !== kind(to)) return [changed(from, to, place)];
  if (kind(from) === '[]') return misfits(from[0], to[0], { ...place, at: `${place.at}[]` });
  if (kind(from) === '*') return misfits(from['*'], to['*'], { ...place, at: `${place.at}.*` });
  return fieldMisfits(from, to, place);
}

/** @param {unknown[]} values */
function valueMisfits(values, to, place) {
  if (kind(to) === '=') {
    const unknown = values.filter((value) => !to['='].includes(value));
    // A client ignores a value that it does not know.
    const isFine = unknown.length === 0 || (place.isReply && values.every((value) => typeof value === 'string'));
    return isFine ? [] : [`${place.at} no longer accepts ${unknown.map((value) => JSON.stringify(value)).join(', ')}`];
  }
  const types = values.map((value) => (value === null ? 'null' : typeof value));
  return types.every((type) => type === to || (type === 'number' && to === 'integer'))
    ? []
    : [changed({ '=': values }, to, place)];
}

function fieldMisfits(from, to, { at, isReply }) {
  const given = fieldsOf(from);
  const taken = fieldsOf(to);
  const missing = [...taken].flatMap(([name, { isOptional }]) => {
    const field = given.get(name);
    if (isOptional || (field && !field.isOptional)) return [];
    return [isReply ? `${at}.${name} is not always there any more` : `${at}.${name} became mandatory`];
  });
  const others = [...given].flatMap(([name, { shape }]) => {
    const field = taken.get(name);
    if (field) return misfits(shape, field.shape, { at: `${at}.${name}`, isReply });
    return isReply ? [] : [`${at}.${name} is gone`];
  });
  return [...missing, ...others];
}

/** @returns {Map<string, { shape: Shape, isOptional: boolean }>} */
const fieldsOf = (shape) =>
  new Map(
    Object.entries(shape).map(([name, inner]) => [
      name.replace(/\?$/, ''),
      { shape: inner, isOptional: name.endsWith('?') },
    ]),
  );

/** @param {Shape} shape */
function kind(shape) {
  if (typeof shape === 'string') return 'type';
  if (Array.isArray(shape)) return '[]';
  return ['=', '|', '*'].find((key) => key in shape) ?? '{}';
}

function changed(from, to, { at, isReply }) {
  const [before, after] = isReply ? [to, from] : [from, to];
  return `${at} was ${JSON.stringify(before)} and is ${JSON.stringify(after)}`;
}
