import { defineMfe } from '@paddock/mfe-kit/define-mfe';
import { manifest } from '../manifest';
import { Feed } from './feed/feed';
import en from './messages/en.json';

export default defineMfe({ manifest, screens: { '/main/shouts': Feed }, messages: { en } });
