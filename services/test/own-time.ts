const tickMs = 5;

export interface OwnTime {
  /** The total so far. */
  ms: number;
  /** How long the event loop was blocked each time, sampled about every 5 ms. */
  kept: number[];
}

/**
 * The time that this process itself used. A busy machine makes every wait longer, whatever our code does: so a wait counts as
 * its intended 5 ms, and work as its processor time.
 */
export function startOwnTime(): () => OwnTime {
  const time: OwnTime = { ms: 0, kept: [] };
  let before = process.cpuUsage();
  const count = (least: number) => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    const kept = (user + system) / 1000;
    time.kept.push(kept);
    time.ms += Math.max(least, kept);
  };
  const timer = setInterval(count, tickMs, tickMs).unref();
  return () => {
    clearInterval(timer);
    count(0);
    return time;
  };
}
