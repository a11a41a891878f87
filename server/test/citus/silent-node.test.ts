import { expect, test } from 'vitest'
import { deliverEmails } from '../../src/features/emails/deliver.ts'
import { givenDeal, SINCE_JANUARY } from '../support/deal.ts'
import { sendInvoice } from '../support/invoice.ts'
import { useTestApp } from '../support/use-app.ts'
import { givenSilentPort } from './away-node.ts'

const t = useTestApp({})

test('a silent node is queried once for the mails of a round, and then given up', async () => {
  const deal = await givenDeal(t.api, { subscription: SINCE_JANUARY })
  await deal.use('ticket', 1, '2026-01-10T00:00:00Z')
  const window = { billingPeriodStart: '2026-01-01', billingPeriodEnd: '2026-02-01' }
  await sendInvoice(t.api, await deal.generate(window))
  const { pool } = t.database
  await pool.query(`insert into emails select (json_populate_record(emails,
    json_build_object('id', gen_random_uuid(), 'message_id', 'copy-' || n))).*
    from emails cross join generate_series(1, 11) n`)
  const silent = await givenSilentPort()
  await pool.query(
    `update pg_dist_node set nodeport = $1 where groupid = (
       select groupid from pg_dist_placement
       where shardid = get_shard_id_for_distribution_column('invoices', $2::uuid))`,
    [silent.port, deal.customerId],
  )
  await deliverEmails({ ...t.dependencies, attachmentsOf: async () => [] }, new Date())
  silent.close()
  const { rows } = await pool.query(
    `select count(*)::int as count, last_error as error from emails group by last_error`,
  )
  const error = `127.0.0.1:${silent.port} does not say yet what was committed there`
  expect(rows).toEqual([{ count: 12, error }])
  // At most once per concurrent request; Citus may connect on its own too.
  expect(silent.countAsked()).toBeLessThan(12)
})
