/** The address of a picture that a deployment names: it is served from the deployments' assets folder. */
export function assetAddress(path: string | undefined): string | undefined {
  return path && `/deployments/${path}`;
}
