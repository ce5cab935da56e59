// Without this, zod probes `new Function`, which the page's policy reports as a violation. Set before the first form
// loads zod, which reads this global.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
