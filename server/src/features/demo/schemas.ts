import { type Static, Type } from 'typebox'
import { nullable, timestamp, uuid } from '../../platform/http/fields.ts'

const DemoOrganization = Type.Object(
  {
    id: uuid(),
    name: Type.String(),
    slug: Type.String({ description: 'Identifies the organization in the URLs of its pages.' }),
    state: Type.Enum(['filling', 'filled'], {
      title: 'DemoState',
      description: 'State of the thirteen months of data.',
    }),
    createdAt: timestamp(),
  },
  { title: 'DemoOrganization', description: 'An organization with invented data.' },
)

const DemoProgress = Type.Object(
  {
    share: Type.Number({ description: 'From 0 to 1.' }),
    what: Type.String({ description: 'The month that is being generated.' }),
  },
  { title: 'DemoProgress', description: 'Progress of filling a demo.' },
)

export const Demo = Type.Object(
  {
    organization: nullable(DemoOrganization, 'Null when there is no demo.'),
    progress: nullable(DemoProgress, 'Null unless this process is filling the demo.'),
    problem: nullable(
      Type.String(),
      'The reason that filling ended early; delete the demo and create another one. Null ' +
        'when it did not.',
    ),
  },
  {
    title: 'Demo',
    description: 'The demo of this deployment.',
    examples: [
      {
        organization: {
          id: '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10',
          name: 'Lumen (demo)',
          slug: 'lumen-demo',
          state: 'filling',
          createdAt: '2026-03-15T12:00:00.000Z',
        },
        progress: { share: 0.43, what: '2026-02' },
        problem: null,
      },
    ],
  },
)
export type Demo = Static<typeof Demo>
