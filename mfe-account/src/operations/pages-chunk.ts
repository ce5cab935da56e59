/** The operators' pages and their texts: one chunk, since each further one takes room in the entry, which every member loads. */
export { DeploymentPage } from './deployment/deployment-page';
export { texts } from './operations-texts';
export { StatusPage } from './status/status-page';
