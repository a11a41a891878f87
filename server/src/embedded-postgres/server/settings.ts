/** PostgreSQL settings by name, as text: `{ shared_buffers: '256MB' }`. */
export type Settings = Readonly<Record<string, string>>

/**
 * Defaults for a small machine that also runs the application. `fsync` and `synchronous_commit` are
 * explicit although they are the defaults: the answer "stored" must mean on disk. Checkpoints are
 * rare and large, since after each one every changed page is written to the log in full again. pglz
 * shrinks those pages and is the only compression in all builds. Just-in-time compilation costs
 * short queries more than it saves.
 */
const DEFAULTS: Settings = {
  shared_buffers: '256MB',
  max_connections: '100',
  fsync: 'on',
  synchronous_commit: 'on',
  checkpoint_timeout: '15min',
  max_wal_size: '4GB',
  min_wal_size: '512MB',
  wal_compression: 'pglz',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/**
 * No Unix socket: its path is limited to about 100 bytes, and a data folder's may be longer. These
 * settings come last on the command line, so that no other setting can open the database to the
 * network.
 */
function fixed(port: number): Settings {
  return {
    cluster_name: 'piecework',
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
  }
}

export function settingArguments(settings: Settings, port: number): string[] {
  const all = { ...DEFAULTS, ...settings, ...fixed(port) }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
