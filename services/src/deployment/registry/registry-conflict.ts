import { StartError } from '../../infrastructure/start-error.js';

/** Another command or process has changed what a push would overwrite. */
export class ChangedMeanwhile extends StartError {}
