/** How long ago a time was, as tables say it: `<unknown>` without one, `<invalid>` for what is no time or lies ahead. */
export function age(timestamp: unknown): string {
  if (typeof timestamp !== 'string' || timestamp === '') return '<unknown>';
  const then = Date.parse(timestamp);
  return Number.isNaN(then) ? '<invalid>' : humanDuration((Date.now() - then) / 1000);
}

/** A duration in seconds with two or three significant figures: `5s`, `3m20s`, `7h5m`, `2d3h`, `3y40d`. */
function humanDuration(exact: number): string {
  const seconds = Math.trunc(exact);
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.trunc(seconds / 60);
  if (minutes < 10) return two(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.trunc(minutes / 60);
  if (hours < 8) return two(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  const days = Math.trunc(hours / 24);
  if (days < 8) return two(days, 'd', hours % 24, 'h');
  if (days < 730) return `${days}d`;
  const years = Math.trunc(days / 365);
  return days < 8 * 365 ? two(years, 'y', days % 365, 'd') : `${years}y`;
}

const two = (major: number, unit: string, minor: number, smaller: string): string =>
  `${major}${unit}${minor === 0 ? '' : `${minor}${smaller}`}`;
