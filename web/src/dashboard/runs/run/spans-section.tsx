import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { RunDetail, RunSpan } from '../../../api/api-types.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { NoRows } from '../../../ui/states/empty.tsx'
import { StateBadge } from '../../../ui/states/state-badge.tsx'
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx'
import { Cost } from '../../../ui/values/cost.tsx'
import { formatDuration } from '../../../ui/values/duration.ts'
import { formatCount } from '../../../ui/values/money.ts'
import { NONE } from '../run-in-words.ts'

/** Rows that are drawn at once: more of them delay the page. */
const ROWS_AT_ONCE = 200
const INDENT_PX = 16
/** Deeper spans are not moved further, so that their names stay readable. */
const INDENTS_MAX = 8

const COLUMNS: readonly SmallColumn<RunSpan>[] = [
  { header: 'Span', isName: true, cell: (span) => <Name span={span} /> },
  { header: 'Cost', isFigure: true, cell: (span) => <SpanCost span={span} /> },
  {
    header: 'Duration',
    isFigure: true,
    cell: ({ startedAt, endedAt }) => formatDuration(startedAt, endedAt),
  },
  { header: 'Model', isShort: true, cell: ({ model }) => model ?? NONE },
  { header: 'Input', isFigure: true, cell: ({ inputTokens }) => tokens(inputTokens) },
  { header: 'Output', isFigure: true, cell: ({ outputTokens }) => tokens(outputTokens) },
]

/** The spans of a run as a tree, with the tokens and the cost of each. */
export function SpansSection({ run: { spans, spanCount } }: { run: RunDetail }) {
  const [shown, setShown] = useState(ROWS_AT_ONCE)
  const rest = spans.length - shown
  return (
    <Section
      title="Spans"
      about="Model calls by the rates in force at their end. Tokens include cached ones."
    >
      {spans.length === 0 ? (
        <NoRows>
          {spanCount === 0
            ? 'The run was recorded without spans.'
            : 'Spans are deleted seven days after the last one arrived. The events stay.'}
        </NoRows>
      ) : (
        <SmallTable
          name="Spans"
          columns={COLUMNS}
          rows={spans.slice(0, shown)}
          rowKey={({ spanId }) => spanId}
        />
      )}
      {rest > 0 && (
        <Group gap="sm">
          <Button variant="default" onClick={() => setShown(shown + ROWS_AT_ONCE)}>
            Show {formatCount(Math.min(rest, ROWS_AT_ONCE))} more
          </Button>
          <Text size="sm" c="dimmed">
            {formatCount(shown)} of {formatCount(spans.length)} are shown.
          </Text>
        </Group>
      )}
      {spans.length > 0 && rest <= 0 && spans.length < spanCount && (
        <Text size="sm" c="dimmed">
          The first {formatCount(spans.length)} of {formatCount(spanCount)} spans are shown.
        </Text>
      )}
    </Section>
  )
}

function Name({ span: { depth, name, isError } }: { span: RunSpan }) {
  return (
    <Group gap={8} pl={Math.min(depth, INDENTS_MAX) * INDENT_PX}>
      <Text span inherit lineClamp={2} title={name}>
        {name}
      </Text>
      {isError && <StateBadge tone="bad" label="Error" />}
    </Group>
  )
}

/** A span that repeats the sum of the spans below it has no cost of its own. */
function SpanCost({ span: { model, isCounted, usageCost } }: { span: RunSpan }) {
  if (model === null) return NONE
  if (!isCounted) {
    return (
      <Text size="xs" c="dimmed" title="The spans below it have its usage">
        In the spans below
      </Text>
    )
  }
  return <Cost value={usageCost} />
}

const tokens = (count: number | null) => (count === null ? NONE : formatCount(count))
