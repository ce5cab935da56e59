/** The controls that few forms need: one chunk, since each further one costs the first screen its name and hash. */
export { ChoicesControl } from './choices-control';
export { ColorControl } from './color-control';
export { CommentControl } from './comment-control';
export { ContactsControl } from './contacts-control';
export { CropControl } from './crop-control';
export { IconControl } from './icon-control';
export { PeopleControl } from './people-control';
export { SelectGroupControl } from './select-group-control';
