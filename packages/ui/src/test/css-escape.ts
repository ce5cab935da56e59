/** jsdom has no `CSS.escape`, which React Aria's focus handling asks for. */
const scope = globalThis as unknown as { CSS?: { escape: (text: string) => string } };
scope.CSS ??= { escape: (text) => text.replace(/[^\w-]/g, (sign) => `\\${sign}`) };

export {};
