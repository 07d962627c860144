/** How long ago a time is, as kubectl has ages; a time that is none is shown as it is. */
export function age(time: string, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - Date.parse(time)) / 1000));
  if (Number.isNaN(seconds)) return time;
  const units: [number, string][] = [
    [86_400, 'd'],
    [3_600, 'h'],
    [60, 'm'],
  ];
  const [size, unit] = units.find(([length]) => seconds >= 2 * length) ?? [1, 's'];
  return `${Math.floor(seconds / size)}${unit} ago`;
}
