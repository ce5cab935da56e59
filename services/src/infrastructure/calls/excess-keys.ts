type Plain = string | number | boolean | bigint | symbol | null | undefined;
type KeysOf<D> = D extends unknown ? keyof D : never;
type ValueOf<D, K> = D extends unknown ? (K extends keyof D ? D[K] : never) : never;
type ElementOf<D> = D extends readonly (infer E)[] ? E : never;

/**
 * Names of the fields of `Actual` that `Declared` lacks, at any depth; `never` if there are none. TypeScript's excess-property
 * checks cover object literals only, not rows read from the database.
 */
export type ExcessKeys<Actual, Declared> = Actual extends Plain
  ? never
  : Actual extends readonly (infer E)[]
    ? ExcessKeys<E, ElementOf<Declared>>
    : {
        [K in keyof Actual]-?: K extends KeysOf<Declared> ? ExcessKeys<Actual[K], ValueOf<Declared, K>> : K;
      }[keyof Actual];
