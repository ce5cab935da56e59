/** The MongoDB error codes this server returns, by name. */
export const ERROR_CODES = {
  InternalError: 1,
  BadValue: 2,
  FailedToParse: 9,
  Unauthorized: 13,
  TypeMismatch: 14,
  Overflow: 15,
  InvalidBSON: 22,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  MaxTimeMSExpired: 50,
  NamespaceExists: 48,
  DollarPrefixedFieldName: 52,
  NotSingleValueField: 54,
  EmptyFieldName: 56,
  CommandNotFound: 59,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  UnknownReplWriteConcern: 79,
  UnsatisfiableWriteConcern: 100,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  NotExactValueField: 111,
  WriteConflict: 112,
  CannotIndexParallelArrays: 171,
  QueryPlanKilled: 175,
  CommandFailed: 125,
  InvalidIndexSpecificationOption: 197,
  IncompleteTransactionHistory: 217,
  TransactionTooOld: 225,
  NotImplemented: 238,
  NoSuchTransaction: 251,
  IndexBuildAborted: 276,
  OperationNotSupportedInTransaction: 263,
  OutOfDiskSpace: 14031,
  DuplicateKey: 11000,
  IDLUnknownField: 40415,
} as const;

/** MongoDB's `codeName`; `Location<code>` for codes without a name. */
export type ErrorName = keyof typeof ERROR_CODES | `Location${number}`;

/** An error returned to the client with MongoDB's code and name. */
export class CommandError extends Error {
  readonly code: number;

  /**
   * @param codeName MongoDB's name of the code
   * @param message what went wrong, naming the field, operator or value
   * @param extra further reply fields (keyPattern, keyValue, errorLabels …)
   */
  constructor(
    readonly codeName: ErrorName,
    message: string,
    readonly extra: Record<string, unknown> = {},
  ) {
    super(message);
    const known: Partial<Record<string, number>> = ERROR_CODES;
    this.code = known[codeName] ?? Number(codeName.slice('Location'.length));
  }
}

/** Throws a CommandError unless the condition holds. Avoid on hot paths: the message is built every time. */
export function assert(holds: unknown, codeName: ErrorName, message: string): asserts holds {
  if (!holds) throw new CommandError(codeName, message);
}

/** The error for a MongoDB feature that this server does not implement. */
export function notImplemented(what: string): CommandError {
  return new CommandError('NotImplemented', `embedded-mongo does not implement ${what}`);
}

/** A conflict between transactions; the driver retries the whole transaction. */
export function writeConflict(): CommandError {
  return new CommandError('WriteConflict', 'WriteConflict error: this operation conflicted with another operation.', {
    errorLabels: ['TransientTransactionError'],
  });
}
