import type { TestServices } from './start-test-services.js';

/** Runs `work` while a community has these flags, then restores the former ones. */
export async function underFlags<T>(
  services: TestServices,
  community: string,
  flags: Record<string, unknown>,
  work: () => Promise<T>,
): Promise<T> {
  let before: Record<string, unknown> = {};
  await services.configure(community, (file) => {
    before = file.flags;
    file.flags = { ...before, ...flags };
  });
  try {
    return await work();
  } finally {
    await services.configure(community, (file) => {
      file.flags = before;
    });
  }
}
