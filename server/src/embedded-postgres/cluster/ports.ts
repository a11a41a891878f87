import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { OperatorError } from '../../platform/program/operator-error.ts'

/**
 * Below the ephemeral port ranges of Linux (from 32768), macOS and Windows (from 49152). Otherwise
 * an outgoing connection could take the port during a restart.
 */
const LOWEST_PORT = 15_432
const HIGHEST_PORT = 31_999
const TRIES = 200

/** Returns the preferred port when it is free, else any free one. */
export async function choosePort(preferred: number | undefined): Promise<number> {
  if (preferred !== undefined && (await isFree(preferred))) return preferred
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT + 1)
    if (await isFree(port)) return port
  }
  throw new OperatorError(`No free port between ${LOWEST_PORT} and ${HIGHEST_PORT} on 127.0.0.1`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      server.close(() => resolve(true))
    })
  })
}
