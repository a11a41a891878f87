import { Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import classes from './shell.module.css'

/** The way back to the site that led here. */
export function BackLink({ returnUrl }: { returnUrl: string | null }) {
  const site = URL.parse(returnUrl ?? '')
  // Nothing but an address of the web is followed.
  if (site === null || !/^https?:$/.test(site.protocol)) return null
  return (
    <Anchor href={site.href} size="sm" className={classes.back} rel="noreferrer">
      <IconArrowLeft size={14} aria-hidden /> Back to {site.host}
    </Anchor>
  )
}
