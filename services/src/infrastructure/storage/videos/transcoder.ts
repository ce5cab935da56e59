import { z } from 'zod';
import { runBounded } from './bounded-program.js';
import { onPath } from './on-path.js';

/** Specification A §9, video transcoding. */
const side = 640;
const framesPerSecond = 24;
const videoRate = '1M';
const audioRate = '128k';

const maxMs = 60 * 60_000;
const maxProbeMs = 60_000;
/** Kilobytes of address space, of which most is never touched. */
const maxMemory = 3_000_000;
/** Of one frame: an 8K picture. */
const maxPixels = 7680 * 4320;
const maxSeconds = 3 * 3600;

/** Local files alone, and as MP4 or QuickTime: no playlist or other format that names further files or addresses. */
const reading = ['-protocol_whitelist', 'file,pipe', '-f', 'mov'];

const probed = z.object({
  streams: z.array(z.object({ width: z.number().int().min(1), height: z.number().int().min(1) })).min(1),
  format: z.object({ duration: z.coerce.number().positive().max(maxSeconds) }),
});

export interface Transcoding {
  signal: AbortSignal;
  /** Percent, from 0 to 99. */
  onProgress: (percent: number) => void;
}

/** True if videos can be transcoded: ffmpeg is on the PATH. Asked each time, since it may be installed while we run. */
export function canTranscode(): boolean {
  return onPath('ffmpeg') !== undefined && onPath('ffprobe') !== undefined;
}

/**
 * Writes the video at `path` as MP4 within 640 × 640 to `video`, without metadata, and a picture of it to `poster`. Returns its
 * pixels.
 *
 * @throws Error for what is no video, or above the limits
 */
export async function transcode(
  path: string,
  { video, poster }: { video: string; poster: string },
  { signal, onProgress }: Transcoding,
): Promise<{ width: number; height: number }> {
  const { duration } = (await probe(path, signal)).format;
  const size = `w='min(${side},iw)':h='min(${side},ih)'`;
  const filter = `fps=${framesPerSecond},scale=${size}:force_original_aspect_ratio=decrease:force_divisible_by=2,setsar=1`;
  const onLine = (line: string) => {
    const microseconds = Number(/^out_time_us=(\d+)$/.exec(line)?.[1] ?? NaN);
    if (microseconds >= 0) onProgress(Math.min(99, Math.floor((microseconds / 1e6 / duration) * 100)));
  };
  await ffmpeg(
    [
      ...['-progress', 'pipe:1', '-max_pixels', String(maxPixels), ...reading, '-i', path],
      ...['-map', '0:v:0', '-map', '0:a:0?', '-map_metadata', '-1', '-map_chapters', '-1', '-t', String(duration + 1)],
      ...['-vf', filter, '-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-threads', '2'],
      ...['-b:v', videoRate, '-maxrate', videoRate, '-bufsize', '2M', '-c:a', 'aac', '-b:a', audioRate, '-ac', '2'],
      ...['-movflags', '+faststart', '-f', 'mp4', '-y', video],
    ],
    { signal, onLine },
  );
  const result = await probe(video, signal);
  const at = String(Math.min(1, result.format.duration / 2));
  await ffmpeg([...reading, '-ss', at, '-i', video, '-frames:v', '1', '-q:v', '2', '-f', 'mjpeg', '-y', poster], {
    signal,
  });
  const { width, height } = result.streams[0]!;
  return { width, height };
}

async function probe(path: string, signal: AbortSignal) {
  const wanted = ['-select_streams', 'v:0', '-show_entries', 'stream=width,height:format=duration', '-of', 'json'];
  const printed = await runBounded('ffprobe', ['-v', 'error', ...reading, ...wanted, path], {
    ...{ maxMs: maxProbeMs, maxMemory, signal },
  });
  return probed.parse(JSON.parse(printed));
}

function ffmpeg(args: readonly string[], given: { signal: AbortSignal; onLine?: (line: string) => void }) {
  return runBounded('ffmpeg', ['-nostdin', '-v', 'error', ...args], { maxMs, maxMemory, ...given });
}
