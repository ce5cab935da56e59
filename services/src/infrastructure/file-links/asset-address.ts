/** The address of a picture of a deployment, served from the deployments' assets folder. */
export function assetAddress(path: string | undefined): string | undefined {
  return path && `/deployments/${path}`;
}
