// zod probes `new Function` otherwise, which the page's policy reports as a violation. Said before zod is there, which the
// first form brings: it takes over what stands under this name.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
