// Sits between the contract and zod in browser bundles. Importing a shared module loads it even if unused; this file
// has no side effects, so it is removed together with the last schema.
export { z } from 'zod';
