import { readFileSync } from 'node:fs'
import { tableOfErrors } from '../platform/http/error-handler.ts'

const text = readFileSync(new URL('./introduction.md', import.meta.url), 'utf8')

/** Introduction of the API reference, in Markdown, with the table of error codes. */
export const INTRODUCTION = `${text}\n${tableOfErrors()}\n`

/** Groups of operations by task, with their tags, in the order of the reference. */
export const GROUPS: readonly { name: string; tags: readonly string[] }[] = [
  {
    name: 'Record work',
    tags: ['Usage', 'Traces', 'Events', 'Rejections', 'Catalog', 'Cost rates', 'Repricing'],
  },
  { name: 'Control', tags: ['Guard', 'Budgets'] },
  { name: 'Set up customers and agents', tags: ['Customers', 'Agents', 'Signals'] },
  {
    name: 'Price and subscribe',
    tags: [
      'Pricing plans',
      'Pricing strategies',
      'Price changes',
      'Subscriptions',
      'Coupons',
      'Discounts',
      'Tax rates',
    ],
  },
  { name: 'Bill and collect', tags: ['Invoices', 'Payments', 'Emails'] },
  { name: 'Customer portal', tags: ['Portal sessions', 'Portal'] },
  { name: 'Understand', tags: ['Analytics'] },
  { name: 'Hear of changes', tags: ['Webhooks'] },
  {
    name: 'People',
    tags: [
      ...['Set-up', 'Sign-in', 'Account', 'Members', 'Invitations'],
      ...['API keys', 'Audit log'],
    ],
  },
  { name: 'Operate', tags: ['Verification', 'Organization', 'Test clock', 'Demo', 'Operation'] },
]
