const tickMs = 5;

export interface OwnTime {
  /** All of it so far. */
  ms: number;
  /** How long the event loop was kept each time, about every 5 ms. */
  kept: number[];
}

/**
 * Time as this process had it. A machine that is busy with others makes every wait longer, which says nothing of our own code:
 * a wait counts as the 5 ms that it was meant to take, and work as the processor time that it took.
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
