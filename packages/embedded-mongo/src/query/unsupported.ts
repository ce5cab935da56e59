import { notImplemented } from '../errors.js';

/** Filter, update and expression operators and stages that MongoDB has and this server does not. */
const UNSUPPORTED = new Set(
  [
    '$where $text $near $nearSphere $geoWithin $geoIntersects $within $jsonSchema',
    '$bitsAllSet $bitsAnySet $bitsAllClear $bitsAnyClear',
    '$function $accumulator $meta $sampleRate $toHashedIndexKey $bitAnd $bitOr $bitXor $bitNot',
    '$convert $toBool $toDate $toDecimal $toDouble $toInt $toLong $toObjectId $toString',
    '$bit $rename',
    '$firstN $lastN $minN $maxN $top $topN $bottom $bottomN $indexOfArray $sortArray',
    '$stdDevPop $stdDevSamp $covariancePop $covarianceSamp $median $percentile',
    '$exp $ln $log $log10 $pow $round $sqrt $trunc $setDifference $setEquals $setIntersection $setIsSubset $setUnion',
    '$dateAdd $dateSubtract $week $isoWeekYear',
    '$sin $cos $tan $asin $acos $atan $atan2 $sinh $cosh $tanh $asinh $acosh $atanh',
    '$bucket $bucketAuto $densify $documents $fill $graphLookup $redact $sample $setWindowFields $merge $facet $unionWith',
    '$changeStream $changeStreamSplitLargeEvent $geoNear $search $searchMeta $vectorSearch $rankFusion',
    '$collStats $indexStats $planCacheStats $currentOp $listSessions $listLocalSessions',
  ].flatMap((names) => names.split(' ')),
);

/** @throws CommandError NotImplemented */
export function rejectUnsupported(name: string): void {
  if (UNSUPPORTED.has(name)) throw notImplemented(name);
}
