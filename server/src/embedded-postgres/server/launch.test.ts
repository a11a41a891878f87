import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type Cluster, clusterDirectory, prepareCluster } from '../cluster/cluster.ts'
import { readConnection } from '../cluster/connection-file.ts'
import { chooseIdentity } from '../cluster/identity.ts'
import { findPrograms } from '../cluster/programs.ts'
import { readSystemIdentifier } from '../cluster/system-identifier.ts'
import { QUICK, temporaryFolder } from '../test-support.ts'
import { launch } from './launch.ts'
import { stopPostmaster } from './postmaster.ts'

/** Creates a cluster whose port is taken between the check and the start of PostgreSQL. */
async function clusterWithPortTaken() {
  const dataDir = await temporaryFolder()
  const directory = clusterDirectory(dataDir)
  const programs = await findPrograms()
  const identity = chooseIdentity({ dataDir, directory, programs })
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const cluster: Cluster = { dataDir, directory, programs, identity, log }
  const connection = await prepareCluster(cluster)
  const squatter = createServer((socket) => socket.destroy())
  onTestFinished(() => void squatter.close())
  await new Promise<void>((resolve) => squatter.listen(connection.port, '127.0.0.1', resolve))
  return {
    cluster,
    connection,
    settings: QUICK,
    systemIdentifier: await readSystemIdentifier(directory),
    signal: new AbortController().signal,
  }
}

test('tries another port when PostgreSQL finds the first one taken', async () => {
  const options = await clusterWithPortTaken()
  const { postmaster, connection } = await launch({ ...options, mayChangePort: true })
  onTestFinished(() => stopPostmaster(postmaster))
  expect(connection.port).not.toBe(options.connection.port)
  expect(await readConnection(options.cluster.dataDir)).toEqual(connection)
})

test('fails rather than change a port that clients already use', async () => {
  const options = await clusterWithPortTaken()
  await expect(launch({ ...options, mayChangePort: false })).rejects.toThrow(
    /did not start.*Address already in use/s,
  )
})
