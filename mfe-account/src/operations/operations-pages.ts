// The operators' pages and their texts share a chunk: each further chunk takes room in the entry, which every member loads.
export { DeploymentPage } from './deployment/deployment-page';
export { texts } from './operations-texts';
export { StatusPage } from './status/status-page';
