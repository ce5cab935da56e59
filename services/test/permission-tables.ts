import type { CallOptions, TestServices } from './start-test-services.js';

/** The workplace that permission tables are about. */
export const hq = { community: 'workplace', workplace: 'hq' };
export const adminOf = (workplace: string) => ({
  acl: [{ title: 'workplace_admin' as const, resources: [workplace] }],
});

/** The callers that permission tables share; each table adds its own. */
export async function tableCallers(services: TestServices) {
  const inHq = async (fields: object) => ({ as: await services.member({ ...hq, ...fields }) });
  const { as: adminOfPorto } = await inHq({ workplaces: ['hq', 'porto'], ...adminOf('porto') });
  const stranger = await services.member();
  return {
    signedOut: { host: 'workplace.localhost', workplace: 'hq' },
    pending: await inHq({ pending: true }),
    unverified: await inHq({ email_verified: false }),
    banned: await inHq({ banned: true }),
    admin: await inHq(adminOf('hq')),
    superAdmin: await inHq({ admin: true }),
    adminOfAnotherWorkplace: { as: adminOfPorto },
    adminInTheirOwnWorkplace: { as: adminOfPorto, workplace: 'porto' },
    memberOfAnotherCommunity: { as: stranger },
    tokenOfAnotherCommunity: { as: stranger, host: 'workplace.localhost' },
  } satisfies Record<string, CallOptions>;
}
export type TableCaller = keyof Awaited<ReturnType<typeof tableCallers>>;

/** The same code for each act. */
export const sameCode = <Act extends string>(acts: readonly Act[], code: string) =>
  Object.fromEntries(acts.map((act) => [act, code])) as Record<Act, string>;

/** Rows of the callers that the guard refuses before it looks at the subject. */
export const refusedRows = <Act extends string>(acts: readonly Act[]) => ({
  signedOut: sameCode(acts, 'INVALID_TOKEN'),
  pending: sameCode(acts, 'PENDING_APPROVAL'),
  unverified: sameCode(acts, 'EMAIL_NOT_VERIFIED'),
  banned: sameCode(acts, 'ACCESS_FORBIDDEN'),
  tokenOfAnotherCommunity: sameCode(acts, 'INVALID_TOKEN'),
});

/** The cells of a table: caller, act and code. */
export const cells = <Caller extends string, Act extends string>(table: Record<Caller, Record<Act, string>>) =>
  (Object.keys(table) as Caller[]).flatMap((caller) =>
    (Object.keys(table[caller]) as Act[]).map((act) => [caller, act, table[caller][act]] as const),
  );

/** `ok`, or the code of a refusal. */
export const codeOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  status === 200 ? 'ok' : (body.code ?? String(status));

/**
 * The code of each act on a subject. A refusal must change nothing, so that the next act gets the same subject; an accepted act leaves
 * it only if it is one of those that read.
 */
export function codesOn<Subject>(make: () => Promise<Subject>, reading: readonly string[]) {
  let unchanged: Subject | undefined;
  return async (act: string, attempt: (subject: Subject) => Promise<Parameters<typeof codeOf>[0]>): Promise<string> => {
    const subject = unchanged ?? (await make());
    unchanged = undefined;
    const code = codeOf(await attempt(subject));
    if (code !== 'ok' || reading.includes(act)) unchanged = subject;
    return code;
  };
}
