// Between the contract and zod in a browser's bundle: a shared module is loaded by whoever names it, used or not, and this
// one, free of side effects, falls away together with the last schema.
export { z } from 'zod';
