/** Runs the shell's code, which comes with this. */
export const begin = () => import(/* webpackChunkName: "start" */ './start');
