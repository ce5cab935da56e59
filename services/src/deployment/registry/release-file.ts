/** Parts of letters, digits and few signs, none of which begins with a dot: no name leaves its folder. */
const form = /^[\w@-][\w.@-]*(\/[\w@-][\w.@-]*)*$/;

/** Whether a text can be the path of a release's file, below its folder. */
export const isReleaseFile = (path: string): boolean => form.test(path);
