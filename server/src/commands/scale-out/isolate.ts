import { planIsolation } from '../../platform/scale-out/isolate.ts'
import { type Connections, requireMoved } from '../../platform/scale-out/scale-out.ts'
import { print } from '../run.ts'

type Asked = { id: string; to: string | undefined; isDryRun: boolean }

/** Isolates a customer in its own shard. A dry run only prints the statement. */
export async function isolateCustomer(
  { client }: Pick<Connections, 'client'>,
  { id, to, isDryRun }: Asked,
): Promise<void> {
  await requireMoved(client)
  const plan = await planIsolation(client, { table: 'usage_events', owners: 'customers', id }, to)
  if (!plan) print(`${id} has a shard of its own already`)
  else if (isDryRun) print(`${plan.statement};`)
  else {
    print(`${plan.from} goes on while the shard of ${id} moves to ${plan.to}`)
    await client.query(plan.statement)
    print(`${id} has a shard of its own on ${plan.to}`)
    print('The others of its old shard came along: see scale-out status')
  }
}
