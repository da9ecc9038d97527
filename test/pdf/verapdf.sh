#!/usr/bin/env bash
# Holds certificates against veraPDF 1.28.2 (Java 17, Maven): PDF/A-3a and PDF/UA-1.
#   node bin/run.mjs test/pdf/certificates.ts FOLDER && test/pdf/verapdf.sh FOLDER
set -eu
version=1.28.2
jar="$HOME/.m2/repository/org/verapdf/apps/greenfield-apps/$version/greenfield-apps-$version.jar"
[ -f "$jar" ] || mvn -q dependency:get -Dartifact=org.verapdf.apps:greenfield-apps:$version -Dtransitive=false
for profile in 3a ua1; do
  java -cp "$jar" org.verapdf.apps.GreenfieldCliWrapper -f "$profile" --format text "$1"/*.pdf | sort | uniq -c | awk '{print $2}' | sort | uniq -c | sed "s/$/ $profile/"
done
