import { aptInstall } from './apt-install.mjs';
import { onPath } from '../processes/database.mjs';

const isThere = () => onPath('ffmpeg') !== undefined && onPath('ffprobe') !== undefined;

/**
 * Looks for ffmpeg, with which the services transcode videos. Without it, root installs it.
 * @returns {Promise<string | undefined>} what to do if there is none
 */
export async function ffmpegProblem() {
  if (!isThere()) await aptInstall('ffmpeg');
  return isThere()
    ? undefined
    : 'There is no ffmpeg on the PATH: videos stay downloads. As root run: apt-get update && apt-get install -y ffmpeg.';
}
